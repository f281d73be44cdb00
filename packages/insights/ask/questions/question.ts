/**
 * A question beside what it asks for, in short: `Orders: netSales | by channel | where state = CA | in LastMonth | sort -netSales |
 * top 5 | vs previousYear`, `list order | where …` or, for what has no answer, `?` with the words that are at fault.
 *
 * Days that no relative range names are written `2025-03-01..2025-04-01`, the last day out; `on` names another date than the
 * type's own. Without `sort`, groups that are no time are ordered by the first measure, highest first.
 */
export type Question = readonly [question: string, wanted: string]
