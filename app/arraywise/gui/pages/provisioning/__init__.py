"""Provisioning."""
