"""The small parts that every panel uses: buttons, segments, chips, cards, banners, toasts, meters."""
