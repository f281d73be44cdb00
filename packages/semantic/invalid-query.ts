/** Something of a query that the catalog cannot answer. `field` says where, such as `columns[2]`. */
export interface QueryProblem {
  readonly field: string
  readonly message: string
}

/** Thrown for a query that asks what the catalog cannot answer. */
export class InvalidQuery extends Error {
  override readonly name = 'InvalidQuery'
  readonly problems: readonly QueryProblem[]

  constructor(problems: readonly QueryProblem[]) {
    super(problems.map(({ field, message }) => `${field}: ${message}`).join('; '))
    this.problems = problems
  }
}
