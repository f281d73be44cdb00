const SCHEMES = ['http:', 'https:', 'mailto:']

/** An absolute address that a text may link to; an empty one for every other, such as a script. */
export const safeLink = (address: string): string => {
  const url = URL.parse(address)
  return url !== null && SCHEMES.includes(url.protocol) ? address : ''
}
