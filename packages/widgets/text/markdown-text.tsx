import Markdown, { type Components } from 'react-markdown'

const components: Components = {
  // The page has one first heading, its name.
  h1: 'h2',
  h2: 'h3',
  h3: 'h4',
  h4: 'h4',
  h5: 'h4',
  h6: 'h4',
  // A picture from elsewhere would reveal the reader to its host.
  img: ({ alt }) => <em>{alt}</em>,
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
}

/** Markdown without HTML and pictures, and with links to the web and to email addresses only. */
export const MarkdownText = ({ text }: { text: string }) => (
  <Markdown components={components} urlTransform={safeLink}>
    {text}
  </Markdown>
)

const SCHEMES = ['http:', 'https:', 'mailto:']

/** An absolute address that a text may link to; an empty one for every other, such as a script. */
const safeLink = (address: string): string => {
  const url = URL.parse(address)
  return url !== null && SCHEMES.includes(url.protocol) ? address : ''
}
