"""The settings dialog: a plain form, its pages, and the dialog. Files are the root's business."""
