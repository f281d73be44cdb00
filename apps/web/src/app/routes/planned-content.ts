/** What will stand on each page that is not built, by the beginning of its path; the longest beginning wins. */
const PLANNED: Readonly<Record<string, string>> = {
  '/ai/insights': 'Here Cuvee will tell you what changed in your numbers, and why.',
  '/ai/settings': 'Here you will choose which insights you get and how often.',
}

const ELSE = 'Its content follows in a later release.'

export const plannedContent = (path: string): string => {
  const known = Object.keys(PLANNED).filter((beginning) => path.startsWith(beginning))
  const longest = known.sort((a, b) => b.length - a.length)[0]
  return (longest && PLANNED[longest]) ?? ELSE
}
