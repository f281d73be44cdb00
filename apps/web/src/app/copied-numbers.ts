/** A minus sign before a number, which may begin with its currency: −$5, −CA$5, −5. */
const MINUS_OF_NUMBER = /−(?=[^\s\d]{0,4}\s?\d)/g

/** Text of the screen with a hyphen for the minus of each number: spreadsheets take a number with the printed sign for text. */
export const withTypedMinus = (text: string): string => text.replace(MINUS_OF_NUMBER, '-')

/** Copies selected numbers as they are typed. A selection without a negative number is copied as always, with its formatting. */
export const copyNumbersAsTyped = (window: Window): void => {
  window.addEventListener('copy', (event) => {
    const shown = window.getSelection()?.toString() ?? ''
    const typed = withTypedMinus(shown)
    if (event.defaultPrevented || event.clipboardData === null || typed === shown) return
    event.clipboardData.setData('text/plain', typed)
    event.preventDefault()
  })
}
