/** Files by name, such as `public/…webp`. Names are ours and never what somebody typed. */
export interface ObjectStore {
  put(name: string, content: Buffer, type: string): Promise<void>
  /** Null when there is none of this name. */
  get(name: string): Promise<Buffer | null>
  remove(name: string): Promise<void>
}
