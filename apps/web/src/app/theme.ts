import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const wine: MantineColorsTuple = [
  '#FBF1F4',
  '#F4DEE5',
  '#EBC3D0',
  '#E39AB0',
  '#D3708E',
  '#B9486C',
  '#A83659',
  '#9A2A4B',
  '#8B1E3F',
  '#6D1631',
]

const warmGray: MantineColorsTuple = [
  '#FAF9F7',
  '#F4F2EE',
  '#E9E6E0',
  '#DCD8D0',
  '#C6C0B6',
  '#8A8278',
  '#6F685E',
  '#534D45',
  '#3A3530',
  '#25211D',
]

const warmDark: MantineColorsTuple = [
  '#EDE9E3',
  '#CFC9C0',
  '#ACA59B',
  '#7A736A',
  '#3E3934',
  '#302C28',
  '#26231F',
  '#1B1917',
  '#141210',
  '#0F0E0C',
]

const dialogDefaults = {
  transitionProps: { duration: 150 },
  closeButtonProps: { 'aria-label': 'Close' },
  // A dialog's header must not be announced as the page banner.
  attributes: { header: { role: 'none' } },
}
const dialogStyles = { title: { fontWeight: 600 } }

/** Radius, typography and colors; both color schemes meet WCAG AA with these shades. */
export const theme = createTheme({
  primaryColor: 'wine',
  primaryShade: { light: 8, dark: 5 },
  colors: { wine, gray: warmGray, dark: warmDark },
  black: '#211D1A',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontSizes: { xs: '12px', sm: '14px', md: '16px', lg: '20px', xl: '28px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '1.3' },
      h2: { fontSize: '16px', lineHeight: '1.4' },
      h3: { fontSize: '14px', lineHeight: '1.4' },
    },
  },
  defaultRadius: 8,
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '12px' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Tooltip: { defaultProps: { openDelay: 200, closeDelay: 150, withArrow: true } },
    Modal: { defaultProps: { ...dialogDefaults, centered: true }, styles: dialogStyles },
    Drawer: { defaultProps: dialogDefaults, styles: dialogStyles },
    // Mantine's focus placeholder inside role=menu is not a menu item, which violates ARIA.
    Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false, transitionProps: { duration: 150 } } },
  },
})

/** Semantic color variables of both schemes: page background, lines, status and accent colors. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--cuvee-page': '#FAF9F7',
    '--cuvee-surface': '#FFFFFF',
    '--cuvee-line': '#E9E6E0',
    '--cuvee-good': '#2F7D4F',
    '--cuvee-warning': '#8A5A12',
    '--cuvee-bad': '#B42318',
    '--cuvee-accent-soft': '#FBF1F4',
    '--cuvee-accent-text': '#8B1E3F',
    '--mantine-color-body': '#FFFFFF',
    '--mantine-color-dimmed': '#6F685E',
    '--mantine-color-placeholder': '#6F685E',
    '--mantine-color-error': '#B42318',
    '--mantine-color-default-border': '#DCD8D0',
    '--mantine-color-anchor': '#8B1E3F',
  },
  dark: {
    '--cuvee-page': '#141210',
    '--cuvee-surface': '#1B1917',
    '--cuvee-line': '#302C28',
    '--cuvee-good': '#6ABF8B',
    '--cuvee-warning': '#F0B429',
    '--cuvee-bad': '#F2857C',
    '--cuvee-accent-soft': '#2E1D23',
    '--cuvee-accent-text': '#E39AB0',
    '--mantine-color-body': '#1B1917',
    '--mantine-color-dimmed': '#ACA59B',
    '--mantine-color-placeholder': '#ACA59B',
    '--mantine-color-error': '#F2857C',
    '--mantine-color-default-border': '#3E3934',
    '--mantine-color-anchor': '#E39AB0',
  },
})

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
