const SITE = 'https://same.invalid'

/**
 * Whether a browser that stands on this site stays on it when it follows the link: a path from the root, with nothing
 * in it that a browser reads as another host.
 */
export const isSameSitePath = (link: string): boolean => {
  if (!link.startsWith('/') || !URL.canParse(link, SITE)) return false
  return new URL(link, SITE).origin === SITE
}
