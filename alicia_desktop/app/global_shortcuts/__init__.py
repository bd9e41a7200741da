"""Push-to-talk from anywhere: one key that works while another program has the focus."""
