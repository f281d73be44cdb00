const TENTHS_OF_PERCENT = 1000

/** Never rounded up to 100%, which would claim that every cost is known. */
const shown = (coverage: number): number => Math.floor(coverage * TENTHS_OF_PERCENT) / TENTHS_OF_PERCENT

/**
 * Says that cost, profit and margin cover a part of net sales only; null where they cover all, or there are none. Refunds can make
 * `coverage`, a ratio, less than 0 or more than 1.
 */
export const costCoverageText = (coverage: number | null, percent: (ratio: number) => string): string | null => {
  if (coverage === null || coverage === 1) return null
  const known =
    coverage < 0 || coverage > 1
      ? 'Some order lines have no known cost.'
      : coverage === 0
        ? 'No costs are known for these sales.'
        : `Costs are known for ${percent(shown(coverage))} of net sales.`
  return `${known} Cost of goods sold, gross profit, and gross margin include only lines with a known cost.`
}
