import { maxLengthRule, requiredRule } from '#domain/field-rules.ts'

const LONGEST_NAME = 100

/** What is wrong with a service's name; null when nothing is. */
export const nameProblem = (name: string): string | null =>
  requiredRule(name.trim()) ?? maxLengthRule(LONGEST_NAME)(name.trim())
