const hasForbiddenCharacter = (value: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
  /[\u0000-\u001f\u007f\\]/.test(value)

/**
 * Where to go after signing in. Only a path of this very origin is followed, since browsers read many odd spellings as
 * another host; anything else leads home.
 */
export const safeRedirect = (wanted: unknown, origin: string): string => {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || wanted.startsWith('//')) return '/'
  if (hasForbiddenCharacter(wanted)) return '/'
  try {
    return new URL(wanted, origin).origin === origin ? wanted : '/'
  } catch {
    return '/'
  }
}
