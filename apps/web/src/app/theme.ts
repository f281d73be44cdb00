import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** A scale of ui/tokens.css. */
const scale = (name: 'wine' | 'paper' | 'charcoal' | 'brick'): MantineColorsTuple => {
  const shade = (index: number): string => `var(--${name}-${index})`
  return [shade(0), shade(1), shade(2), shade(3), shade(4), shade(5), shade(6), shade(7), shade(8), shade(9)]
}

const dialogDefaults = {
  transitionProps: { duration: 150 },
  closeButtonProps: { 'aria-label': 'Close' },
  // A dialog's header must not be announced as the page banner.
  attributes: { header: { role: 'none' } },
}

const ABOVE_TOASTS = 450

/** Mantine's part of the design: every value is a token of ui/tokens.css. */
export const theme = createTheme({
  primaryColor: 'wine',
  primaryShade: { light: 8, dark: 6 },
  colors: { wine: scale('wine'), gray: scale('paper'), dark: scale('charcoal'), red: scale('brick') },
  black: 'var(--paper-9)',
  fontFamily: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
  fontSizes: {
    xs: 'var(--cuvee-font-note)',
    sm: 'var(--cuvee-font-text)',
    md: 'var(--cuvee-font-lead)',
    lg: 'var(--cuvee-font-title)',
    xl: 'var(--cuvee-font-figure)',
  },
  spacing: {
    xs: 'var(--cuvee-space-8)',
    sm: 'var(--cuvee-space-12)',
    md: 'var(--cuvee-space-16)',
    lg: 'var(--cuvee-space-24)',
    xl: 'var(--cuvee-space-32)',
  },
  radius: {
    xs: 'var(--cuvee-radius-mark)',
    sm: 'var(--cuvee-radius-control)',
    md: 'var(--cuvee-radius-card)',
    lg: 'var(--cuvee-radius-card)',
    xl: 'var(--cuvee-radius-dialog)',
  },
  shadows: {
    xs: 'var(--cuvee-shadow-raised)',
    sm: 'var(--cuvee-shadow-raised)',
    md: 'var(--cuvee-shadow-raised)',
    lg: 'var(--cuvee-shadow-dialog)',
    xl: 'var(--cuvee-shadow-dialog)',
  },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: 'var(--cuvee-font-title)', lineHeight: '1.3' },
      h2: { fontSize: 'var(--cuvee-font-lead)', lineHeight: '1.4' },
      h3: { fontSize: 'var(--cuvee-font-text)', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Tooltip: { defaultProps: { openDelay: 200, closeDelay: 150, withArrow: true } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Paper: { defaultProps: { radius: 'md' } },
    // A small checkbox with the radius of other controls would be round, like a radio button.
    Checkbox: { defaultProps: { radius: 'xs' } },
    Modal: { defaultProps: { ...dialogDefaults, centered: true, radius: 'xl', shadow: 'xl' } },
    Drawer: { defaultProps: { ...dialogDefaults, shadow: 'xl' } },
    // Mantine's focus placeholder inside role=menu is not a menu item, which violates ARIA.
    // Above toasts, which would cover the items of a page's menu.
    Menu: {
      defaultProps: {
        shadow: 'md',
        withInitialFocusPlaceholder: false,
        transitionProps: { duration: 150 },
        zIndex: ABOVE_TOASTS,
      },
    },
  },
})

/** What Mantine's colors mean, in both schemes. */
const MEANINGS = {
  '--mantine-color-body': 'var(--cuvee-surface)',
  '--mantine-color-text': 'var(--cuvee-ink)',
  '--mantine-color-bright': 'var(--cuvee-ink)',
  '--mantine-color-dimmed': 'var(--cuvee-dim)',
  '--mantine-color-placeholder': 'var(--cuvee-dim)',
  '--mantine-color-anchor': 'var(--cuvee-link)',
  '--mantine-color-error': 'var(--cuvee-bad)',
  '--mantine-color-success': 'var(--cuvee-good)',
  '--mantine-color-default': 'var(--cuvee-surface)',
  '--mantine-color-default-hover': 'var(--cuvee-hover)',
  '--mantine-color-default-color': 'var(--cuvee-ink)',
  '--mantine-color-default-border': 'var(--cuvee-line-strong)',
}

/** Mantine's variables, drawn from the tokens. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: MEANINGS, dark: MEANINGS })

/** Attribute that Mantine reads the color scheme from. */
const SCHEME = 'data-mantine-color-scheme'

/** Prints in the light theme: paper is white, and browsers leave dark backgrounds out. */
export const printInLightTheme = (): void => {
  const root = document.documentElement
  let onScreen: string | null = null
  window.addEventListener('beforeprint', () => {
    onScreen = root.getAttribute(SCHEME)
    root.setAttribute(SCHEME, 'light')
  })
  window.addEventListener('afterprint', () => {
    if (onScreen !== null) root.setAttribute(SCHEME, onScreen)
  })
}
