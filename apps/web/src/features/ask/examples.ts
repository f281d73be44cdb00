/** Questions that every winery's numbers can answer. */
export const EXAMPLES = ['sales by channel last month', 'top 10 customers this year', 'members by club'] as const
