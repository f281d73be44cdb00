/** Route segments, and the alias of the default dashboard. */
const RESERVED: ReadonlySet<string> = new Set(['default', 'slugs', 'trash', 'data'])

const MAX_LENGTH = 80
const UNNAMED = 'dashboard'

/** The name in lowercase Latin letters, digits and hyphens; `dashboard` when nothing remains. */
const toSlug = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
  const hyphenated = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+/, '')
  return hyphenated.slice(0, MAX_LENGTH).replace(/-+$/, '') || UNNAMED
}

/** The slug of a name, with the smallest number appended that makes it neither reserved nor taken. */
export const freeSlug = (name: string, taken: ReadonlySet<string>): string => {
  const slug = toSlug(name)
  const isFree = (candidate: string) => !RESERVED.has(candidate) && !taken.has(candidate)
  if (isFree(slug)) return slug
  let number = 2
  while (!isFree(`${slug}-${number}`)) number++
  return `${slug}-${number}`
}
