const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** `*` stands for any text and `?` for one character; several patterns are separated by commas. Upper and lower case are the same. */
export const matchesPattern = (patterns: string): ((name: string) => boolean) => {
  const expressions = patterns
    .split(',')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '')
    .map((pattern) => {
      const parts = pattern.split(/\*+/).map((part) => part.split('?').map(escaped).join('.'))
      // Lazy and anchored: a pattern has few stars, so that no name takes long to match.
      return new RegExp(`^${parts.join('.*?')}$`, 'isu')
    })
  return (name) => expressions.some((expression) => expression.test(name))
}
