/** Answers to all inputs in their order, at most `limit` of them under way at a time. The first failure ends it. */
export const atOnce = async <In, Out>(
  inputs: readonly In[],
  limit: number,
  answer: (input: In) => Promise<Out>,
): Promise<Out[]> => {
  const answers: Out[] = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let at = next++; at < inputs.length; at = next++) {
      const input = inputs[at]
      if (input !== undefined) answers[at] = await answer(input)
    }
  }
  const workers = Array.from({ length: Math.min(limit, inputs.length) }, () =>
    work().catch((error: unknown) => {
      next = inputs.length
      throw error
    }),
  )
  await Promise.all(workers)
  return answers
}
