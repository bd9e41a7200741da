"""Language models that run elsewhere: known endpoints, finding them, listing their models, trying one out."""
