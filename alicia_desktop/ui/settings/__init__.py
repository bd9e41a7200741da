"""The settings as a person sees them: a plain form, its pages, and the dialog. Files are the root's business."""
