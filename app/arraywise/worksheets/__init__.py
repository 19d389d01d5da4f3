"""Typed input sheets and the workings: parsing, formulas (IronCalc), evaluation."""
