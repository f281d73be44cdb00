import { MAX_PICTURE_BYTES } from '#domain/picture.ts'

/** Kinds of picture that the server takes. */
export const PICTURE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

const MEGABYTE = 1024 ** 2

/** Why a file cannot be a photo; null when it may be one. What is in it is for the server to judge. */
export const pictureProblem = ({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null => {
  if (!PICTURE_TYPES.includes(type)) return `${name} cannot be used: choose a JPEG, PNG or WebP picture.`
  if (size === 0) return `${name} is empty.`
  if (size <= MAX_PICTURE_BYTES) return null
  return `${name} has ${Math.ceil(size / MEGABYTE)} MB. A picture can have ${MAX_PICTURE_BYTES / MEGABYTE} MB at most.`
}
