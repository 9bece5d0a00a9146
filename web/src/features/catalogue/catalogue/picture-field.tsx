import { Center, Text } from '@mantine/core'
import { BrandMark } from '#features/catalogue/catalogue/brand-mark.tsx'
import { ImageUpload } from '#features/system/uploads/image-upload.tsx'

interface PictureFieldProps {
  of: string
  /** The name whose initials are shown if there is no picture. */
  name: string
  address: string
  error: string | undefined
  onChange: (address: string) => void
}

/** A picture in a form: it is uploaded when it is selected, and stored in the record when the form is saved. */
export const PictureField = ({ of, name, address, error, onChange }: PictureFieldProps) => (
  <ImageUpload
    of={of}
    address={address || null}
    doneWord="Terunggah, belum disimpan"
    empty={
      <Center h="100%">
        <BrandMark name={name || '?'} logo={null} size={56} />
      </Center>
    }
    onChange={(next) => onChange(next ?? '')}
  >
    {error && (
      <Text size="xs" c="red.8" role="alert">
        {error}
      </Text>
    )}
  </ImageUpload>
)
