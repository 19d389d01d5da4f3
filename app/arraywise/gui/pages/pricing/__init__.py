"""The Pricing page: price sheets of the options, discounts, rates, prices side by side."""
