const element = (className: string, ...children: readonly (Node | string)[]): HTMLElement => {
  const made = document.createElement('div')
  made.className = `boot-${className}`
  made.append(...children)
  return made
}

/** Replaces the bars of a part of the page; the app may have removed it. */
const fill = (id: string, ...children: readonly Node[]): void =>
  document.getElementById(id)?.replaceChildren(...children)

/** Draws what is known before the page is parsed, which the first paint shows then. */
export const onceParsed = (draw: () => void): void => {
  const observer = new MutationObserver(() => {
    if (document.getElementById('boot-rest') === null) return
    observer.disconnect()
    draw()
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** Screens whose texts have places in index.html. */
export type FirstScreen = 'home' | 'dashboard' | 'report' | 'insights' | 'sign-in'

/** Makes room for the texts of a screen, so that nothing moves when they are there. */
export const makeRoom = (screen: FirstScreen): void => {
  document.documentElement.dataset.bootScreen = screen
}

/** The heading of a screen and a line about it, or the sentence of Home. */
export const drawTitle = (title: string, lead = ''): void =>
  fill('boot-title', element('heading', title), ...(lead === '' ? [] : [element('lead', lead)]))

/** What a report's numbers are about. */
export const drawFacts = (text: string): void =>
  fill('boot-rest', element('filters'), element('facts', text), element('tile'))

interface FirstCard {
  readonly title: string
  readonly summary: string
}

/** The first of a list. */
export const drawCards = (cards: readonly FirstCard[]): void =>
  fill(
    'boot-rest',
    element('filters'),
    ...cards.map(({ title, summary }) => element('card', element('card-title', title), element('card-text', summary))),
  )
