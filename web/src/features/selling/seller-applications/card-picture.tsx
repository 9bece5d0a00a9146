import { Button, Group, Modal, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useState } from 'react'
import classes from '#features/selling/seller-applications/card-picture.module.css'
import { useLayer } from '#lib/layers.ts'

export interface CardPictureProps {
  /** 'KTP', 'NPWP' */
  of: string
  address: string
  /** Its address holds for ten minutes only. */
  onStale: () => void
}

/** A card as it was photographed; it opens over the page, where it can be looked at from near. */
export function CardPicture({ of, address, onStale }: CardPictureProps) {
  const [opened, { open, close }] = useDisclosure()
  useLayer(opened)
  const [lost, setLost] = useState<string>()
  if (lost === address)
    return (
      <div className={classes.lost}>
        <Text size="sm">Foto {of} tidak bisa ditampilkan.</Text>
        <Button variant="default" size="sm" onClick={onStale}>
          Muat lagi
        </Button>
      </div>
    )
  return (
    <>
      <UnstyledButton className={classes.button} aria-label={`Perbesar foto ${of}`} onClick={open}>
        <img src={address} alt={`Foto ${of}`} className={classes.small} onError={() => setLost(address)} />
      </UnstyledButton>
      <Modal opened={opened} onClose={close} fullScreen title={`Foto ${of}`}>
        <Zoomed of={of} address={address} />
      </Modal>
    </>
  )
}

const [nearest, step] = [4, 0.5]

function Zoomed({ of, address }: Pick<CardPictureProps, 'of' | 'address'>) {
  const [times, setTimes] = useState(1)
  return (
    <>
      <Group gap="xs" mb="sm">
        <Button variant="default" leftSection={<IconZoomIn size={18} />} disabled={times >= nearest} onClick={() => setTimes(times + step)}>
          Perbesar
        </Button>
        <Button variant="default" leftSection={<IconZoomOut size={18} />} disabled={times <= 1} onClick={() => setTimes(times - step)}>
          Perkecil
        </Button>
        <Text size="sm" role="status">
          {times * 100}%
        </Text>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move what is larger than its frame. */}
      <section className={classes.frame} tabIndex={0} aria-label={`Foto ${of}, digeser dengan panah`}>
        <img src={address} alt={`Foto ${of}`} style={{ width: `${times * 100}%` }} />
      </section>
    </>
  )
}
