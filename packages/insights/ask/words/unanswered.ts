/** Phrases of known words that mean what no report has; they are not understood, as an unknown word is. */
export const UNANSWERED: readonly string[] = [
  'phone number',
  'phone numbers',
  'event tickets',
  'gift cards',
  'average sales',
  'net of',
  'free shipping',
]
