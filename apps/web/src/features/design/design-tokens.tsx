import type { CSSProperties } from 'react'
import classes from './design-screen.module.css'

declare module 'react' {
  interface CSSProperties {
    '--swatch'?: string
  }
}

const SURFACES = ['page', 'surface', 'raised', 'field', 'hover', 'line', 'line-strong', 'ink', 'dim', 'link', 'focus']
const MEANINGS = ['accent', 'accent-soft', 'accent-text', 'good', 'good-soft', 'warning', 'warning-soft', 'bad']
const REST = ['bad-soft', 'info', 'info-soft']
const DATA = ['1', '2', '3', '4', '5', '6', '7', '8', 'subject', 'before', 'text', 'grid', 'zero']

const COLORS = [
  ...[...SURFACES, ...MEANINGS, ...REST].map((name) => `--cuvee-${name}`),
  ...DATA.map((name) => `--chart-${name}`),
]

export const Colors = () => (
  <div className={classes.swatches}>
    {COLORS.map((name) => {
      const style: CSSProperties = { '--swatch': `var(${name})` }
      return (
        <div key={name} className={classes.swatch} style={style}>
          <span>{name.slice(2)}</span>
        </div>
      )
    })}
  </div>
)

const FONTS = ['figure', 'title', 'lead', 'text', 'table', 'note']

export const Types = () => (
  <div className={classes.card}>
    {FONTS.map((name) => (
      <p key={name} style={{ fontSize: `var(--cuvee-font-${name})`, margin: 0 }}>
        {name}: $128,430.00 of Pinot Noir in 214 orders
      </p>
    ))}
  </div>
)

const CORNERS = ['mark', 'control', 'card', 'dialog']
const SHADOWS = ['raised', 'dialog']

export const Spaces = () => (
  <div className={classes.boxes}>
    {[4, 8, 12, 16, 24, 32].map((size) => (
      <div key={size} className={classes.box} style={{ width: `calc(100px + var(--cuvee-space-${size}))` }}>
        space {size}
      </div>
    ))}
    {CORNERS.map((name) => (
      <div key={name} className={classes.box} style={{ borderRadius: `var(--cuvee-radius-${name})` }}>
        radius {name}
      </div>
    ))}
    {SHADOWS.map((name) => (
      <div key={name} className={classes.box} style={{ boxShadow: `var(--cuvee-shadow-${name})` }}>
        shadow {name}
      </div>
    ))}
  </div>
)
