"""Widgets that all panels use: buttons, fields, chips, cards, notices, labels, meters."""
