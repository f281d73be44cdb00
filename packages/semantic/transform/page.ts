import type { SemanticQuery } from '../query.ts'

/** Pages count from 1. */
export const page = (query: SemanticQuery, number: number, size: number): SemanticQuery => ({
  ...query,
  page: { offset: (number - 1) * size, limit: size },
})
