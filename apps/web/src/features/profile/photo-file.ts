import { MAX_PICTURE_BYTES } from '#domain/picture.ts'

/** Kinds of picture that the server takes. */
export const PICTURE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

const MEGABYTE = 1024 ** 2

/** Why a file cannot be a photo; null when it may be one. What is in it is for the server to judge. */
export const pictureProblem = ({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null => {
  if (!PICTURE_TYPES.includes(type)) return `${name} can’t be used. Choose a JPEG, PNG, or WebP image.`
  if (size === 0) return `${name} is empty.`
  if (size <= MAX_PICTURE_BYTES) return null
  return `${name} is ${Math.ceil(size / MEGABYTE)} MB. Images can be up to ${MAX_PICTURE_BYTES / MEGABYTE} MB.`
}
