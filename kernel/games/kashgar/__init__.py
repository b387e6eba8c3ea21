"""The rules of Kashgar: Merchants of the Silk Road."""
