import 'react'

declare module 'react' {
  interface CSSProperties {
    /** pixels of the dashboard's grid on screen, with the unit */
    '--grid-width'?: string
    /** factor that fits the grid on a page */
    '--print-zoom'?: number
  }
}
