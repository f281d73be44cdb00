/** What will stand on each page that is not built, by the beginning of its path; the longest beginning wins. */
const PLANNED: Readonly<Record<string, string>> = {
  '/reports/sales': 'Here this view of your sales will stand, as a chart and a table that you can filter and export.',
  '/reports/orders': 'Here this view of your orders will stand, as a table that you can filter and export.',
  '/reports/products': 'Here this view of your products will stand, as a table that you can filter and export.',
  '/reports/customers': 'Here this view of your customers will stand, as a table that you can filter and export.',
  '/reports/clubs': 'Here this view of your clubs will stand, as a table that you can filter and export.',
  '/reports/my': 'Here the reports that you saved will be listed, ready to open, change and share.',
  '/reports/shared-reports': 'Here the reports that your colleagues share with you will be listed.',
  '/ai/insights': 'Here Cuvee will tell you what changed in your numbers, and why.',
  '/ai/settings': 'Here you will choose which insights you get and how often.',
}

const ELSE = 'Its content follows in a later release.'

export const plannedContent = (path: string): string => {
  const known = Object.keys(PLANNED).filter((beginning) => path.startsWith(beginning))
  const longest = known.sort((a, b) => b.length - a.length)[0]
  return (longest && PLANNED[longest]) ?? ELSE
}
