import { useQuery } from '@tanstack/react-query';
import { t, tMarked } from '@tessera/core/messages';
import { NavLink } from 'react-router';
import { me } from '../api/me.ts';
import { placesFor } from './places.ts';
import classes from './Shell.module.css';

/** From one page of SQL to the others: the editor, saved queries, the history. */
export function SqlPlaces() {
  const user = useQuery(me).data;
  const places = user === undefined ? [] : placesFor(user, 'sql');
  if (places.length < 2) return null;
  return (
    <nav className={classes['sqlPlaces']} aria-label={t('SQL')}>
      {places.map((place) => (
        <NavLink key={place.href} end to={place.href} className={classes['sqlPlace'] ?? ''}>
          {tMarked(place.label)}
        </NavLink>
      ))}
    </nav>
  );
}
