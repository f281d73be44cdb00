import { useRef, useState } from 'react'
import { loadPicture } from '../../profile/crop-picture.ts'
import { pictureProblem } from '../../profile/photo-file.ts'

/** A file that somebody chose, and the address by which this page can show it. */
export interface ChosenPicture {
  readonly file: File
  readonly url: string
}

/** One picture at a time, looked at before it is sent; what is no picture is refused with its reason. */
export const useChosenPicture = () => {
  const [picture, setPicture] = useState<ChosenPicture | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const resetInput = useRef<() => void>(null)

  const take = async (file: File | null): Promise<void> => {
    if (file === null) return
    // The same file can be chosen once more.
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
      setProblem(`${file.name} cannot be read as a picture. Choose another one.`)
    }
  }
  const forget = (): void => {
    if (picture !== null) URL.revokeObjectURL(picture.url)
    setPicture(null)
  }
  return { picture, problem, resetInput, take, forget }
}
