"""Widgets that all panels use: buttons, fields, labels, chips, badges, cards, notices, meters, and a flowing layout."""
