import { useRef, useState } from 'react'
import { errorFromBody } from '#web/api/api-error.ts'
import type { RawFetch } from '#web/app/runtime.tsx'
import { loadPicture, pictureProblem } from './picture.ts'

/** Uploads a picture; resolves to the response body. Throws the API's error. */
export const sendPicture = async (
  rawFetch: RawFetch,
  path: `/${string}`,
  picture: Blob,
  name: string,
): Promise<unknown> => {
  const body = new FormData()
  body.set('photo', picture, name)
  const response = await rawFetch(path, { method: 'POST', body })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw errorFromBody(answer, response.status)
  return answer
}

/** A selected file and its object URL for the preview. */
export interface ChosenPicture {
  readonly file: File
  readonly url: string
}

/** The selected image before its upload; other files are rejected with a reason. */
export const useChosenPicture = () => {
  const [picture, setPicture] = useState<ChosenPicture | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const resetInput = useRef<() => void>(null)

  const select = async (file: File | null): Promise<void> => {
    if (file === null) return
    // Allows selecting the same file again.
    resetInput.current?.()
    const refusal = pictureProblem(file)
    setProblem(refusal)
    if (refusal !== null) return
    const url = URL.createObjectURL(file)
    try {
      await loadPicture(url)
      setPicture({ file, url })
    } catch {
      URL.revokeObjectURL(url)
      setProblem(`${file.name} couldn’t be read as an image. Choose another file.`)
    }
  }
  const clear = (): void => {
    if (picture !== null) URL.revokeObjectURL(picture.url)
    setPicture(null)
  }
  return { picture, problem, resetInput, select, clear }
}
