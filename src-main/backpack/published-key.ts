/** The key that Backpack 1.0 sealed with when it was given none. It stands in its source, so it protects nothing. */
export const publishedKey = 'default-key';
