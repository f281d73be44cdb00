/**
 * Benjamini–Hochberg procedure: which of many simultaneous findings to accept, so that the expected share of false ones is at most
 * `rate`. Returns the largest accepted p-value; 0 if none is.
 * @param probabilities p-values of the findings
 * @param tests number of tests made; p-values not given were far from significant
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
