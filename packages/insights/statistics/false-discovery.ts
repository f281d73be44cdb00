/**
 * Benjamini and Hochberg: which of many simultaneous findings to accept, so that at most a share `rate` of those accepted
 * is expected to be chance. Answers the largest probability to believe; 0 when none is.
 * @param probabilities of each finding to be at least this far off by chance
 * @param tests number of tests made; those not given were far from significant
 */
export const discoveryLimit = (
  probabilities: readonly number[],
  rate: number,
  tests = probabilities.length,
): number => {
  const ascending = [...probabilities].sort((a, b) => a - b)
  for (let rank = ascending.length; rank > 0; rank -= 1) {
    const probability = ascending[rank - 1] ?? 1
    if (probability <= (rank / tests) * rate) return probability
  }
  return 0
}

/** The false discovery rate at which each finding would just be believed, in the order given. */
export const adjusted = (probabilities: readonly number[], tests = probabilities.length): number[] => {
  const order = probabilities.map((_, index) => index).sort((a, b) => (probabilities[a] ?? 1) - (probabilities[b] ?? 1))
  const rates = new Array<number>(probabilities.length).fill(1)
  let least = 1
  for (let rank = order.length; rank > 0; rank -= 1) {
    const index = order[rank - 1] ?? 0
    least = Math.min(least, ((probabilities[index] ?? 1) * tests) / rank)
    rates[index] = least
  }
  return rates
}
