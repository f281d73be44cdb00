const NEW_LINE = '\n'

/**
 * The values of a stream of JSON lines, each as soon as its line is complete, however the bytes are split. Skips blank
 * lines. Throws SyntaxError on invalid JSON, and the stream's own error (AbortError when aborted).
 */
export async function* readJsonLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let rest = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + decoder.decode(part.value, { stream: true })).split(NEW_LINE)
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line)
    }
    rest += decoder.decode()
    if (rest.trim() !== '') yield JSON.parse(rest)
  } finally {
    // Releases the connection when the reader stops early; no effect on a finished stream.
    await reader.cancel().catch(() => undefined)
  }
}
