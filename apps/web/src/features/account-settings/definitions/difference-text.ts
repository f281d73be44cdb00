const PERCENT = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})

/** How far a number is from the one in force: "+2.1%"; empty where that says nothing. */
export const differenceText = (value: number | null, inForce: number | null): string => {
  if (value === null || inForce === null || value === inForce) return ''
  if (inForce === 0) return ''
  return PERCENT.format((value - inForce) / Math.abs(inForce))
}
