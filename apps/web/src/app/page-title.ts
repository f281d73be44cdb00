const PRODUCT = 'Cuvee'

/**
 * The window's title: that of the nearest matched route that has one, else the title before. `titles` are those of the
 * matched routes, outermost first.
 */
export const pageTitle = (titles: readonly (string | undefined)[], previous: string): string => {
  const nearest = titles.findLast((title) => title !== undefined)
  return nearest === undefined ? previous : `${PRODUCT} | ${nearest}`
}
