"""The arena: matches between bots, built in or programs in any language, over stdin and stdout."""
