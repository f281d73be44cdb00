import type { CompilerScope } from './scope.ts'

/**
 * What narrows records beyond their own values: joins that come behind those of the base table, and conditions. It is
 * written for the scope of the relation it goes into, before that relation's own joins are.
 */
export interface Restriction {
  readonly joins: string
  readonly conditions: readonly string[]
}

export type Restrict = (scope: CompilerScope) => Restriction

export const together =
  (...all: readonly Restrict[]): Restrict =>
  (scope) => {
    const each = all.map((one) => one(scope))
    return { joins: each.map(({ joins }) => joins).join(''), conditions: each.flatMap(({ conditions }) => conditions) }
  }
