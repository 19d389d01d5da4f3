"""What a user can ask for; the only floor that joins the rooms below."""
