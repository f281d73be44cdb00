/**
 * A question and its expected parse in short: `Orders: netSales | by channel | where state = CA | in LastMonth | sort -netSales |
 * top 5 | vs previousYear`, `list order | where …` or, if it has no answer, `?` with the words at fault.
 *
 * Days without a relative range are written `2025-03-01..2025-04-01`, the end exclusive; `on` names a date other than the
 * type's default. Without `sort`, groups other than periods are ordered by the first measure, highest first.
 */
export type Question = readonly [question: string, expected: string]
