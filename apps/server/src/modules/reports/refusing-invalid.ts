import { failFields } from '#contract/errors.ts'
import { InvalidQuery } from '#semantic/query.ts'

/** What the catalog cannot answer is a 400 that names the fields. */
export const refusingInvalid = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof InvalidQuery ? failFields('report.invalid', error.problems) : error
  }
}
