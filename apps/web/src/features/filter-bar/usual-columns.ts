/** Dimensions in the order in which wineries ask for them. */
const USUAL: readonly string[] = [
  'channel',
  'category',
  'productTitle',
  'clubName',
  'teamMember',
  'customerName',
  'brand',
  'vintage',
  'state',
  'segment',
  'status',
  'cancellationReason',
  'zip3',
]
const FEW = 6

/** The usual few of the columns, as many as a short menu has; all of them where there are no more. */
export const usualColumns = <Column extends { readonly columnId: string }>(
  columns: readonly Column[],
): readonly Column[] => {
  if (columns.length <= FEW) return columns
  const usual = USUAL.flatMap((columnId) => columns.filter((column) => column.columnId === columnId))
  return [...new Set([...usual, ...columns])].slice(0, FEW)
}
