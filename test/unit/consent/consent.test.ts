import { describe, expect, it } from 'vitest';
import { consentOver, listener, lockOf, operator, person, requestOf, vaultKey } from './consent-fixture.ts';

const given = (change: object) => ({ verdicts: {}, allowAll: false, accept: null, ...change });

describe('a folder without a lock', () => {
  it('gets nothing and asks nobody', async () => {
    const { consent, did } = consentOver({ lock: null, answer: () => 'allow' });
    const grant = await consent.obtain(requestOf(), true, listener());
    expect(grant).toEqual({ values: {}, keys: [], without: [], personality: {}, lock: null });
    expect(did.asked).toEqual([]);
    expect(did.recorded).toEqual([]);
  });
});

describe('keys', () => {
  it('are asked for one by one, also one that happens to be set, and handed out as a person decided', async () => {
    const { consent, did } = consentOver({
      answer: ({ subject }) => (subject.form === 'key' && subject.key === 'FROM_LOCK' ? 'deny' : 'allow'),
    });
    const listen = listener();
    const grant = await consent.obtain(requestOf(), true, listen);
    expect(
      did.asked.map(({ subject }) => (subject.form === 'key' ? [subject.key, subject.source] : null)),
    ).toEqual([
      ['FROM_ENVIRONMENT', 'environment'],
      ['FROM_LOCK', 'lock'],
      ['FROM_VAULT', 'vault'],
    ]);
    expect(listen.asked()).toBe(1);
    expect(grant.values).toEqual({ FROM_VAULT: 'value of FROM_VAULT' });
    expect(grant.keys).toEqual([
      { name: 'FROM_ENVIRONMENT', source: 'environment' },
      { name: 'FROM_VAULT', source: 'vault' },
    ]);
    expect(grant.without.map(({ name }) => name)).toEqual(['FROM_LOCK', 'NOWHERE']);
    expect(grant.personality).toEqual({ system_prompt: 'Be brief.', tone: 'dry' });
    expect(did.used).toEqual(['FROM_VAULT']);
  });

  it('are recorded by name before they leave, and never by value', async () => {
    const { consent, did } = consentOver({ answer: () => 'allow' });
    await consent.obtain(requestOf(), true, listener());
    const kinds = did.recorded.map(({ kind }) => kind);
    expect(kinds).toEqual(['lock.opened', 'key.allowed', 'key.allowed', 'key.allowed', 'key.injected']);
    expect(did.recorded[1]?.actor).toEqual(person);
    expect(JSON.stringify(did.recorded)).not.toMatch(/value of|held-value/);
  });

  it.each(['lock.opened', 'key.allowed', 'key.injected'] as const)(
    'do not leave when %s cannot be recorded',
    async (failRecord) => {
      const { consent, did } = consentOver({ answer: () => 'allow', failRecord });
      await expect(consent.obtain(requestOf(), true, listener())).rejects.toThrow('no record');
      expect(did.read).toEqual([]);
    },
  );

  it('allowed for good are not asked for again, until the lock, the folder or the place is another one', async () => {
    const { consent, did, state } = consentOver({ answer: () => 'allow_always' });
    await consent.obtain(requestOf(), true, listener());
    expect(did.asked).toHaveLength(3);
    await consent.obtain(requestOf({ launchId: 'l2' }), true, listener());
    expect(did.asked).toHaveLength(3);
    await consent.obtain(requestOf({ folder: '/elsewhere' }), true, listener());
    expect(did.asked).toHaveLength(6);
    await consent.obtain(
      requestOf({ environment: new Set(['FROM_ENVIRONMENT', 'FROM_VAULT']) }),
      true,
      listener(),
    );
    expect(did.asked).toHaveLength(7);
    await consent.obtain(requestOf({ agent: { id: 'a2', name: 'other' } }), true, listener());
    expect(did.asked).toHaveLength(10);
    state.lock = lockOf({ substance: 's2' });
    await consent.obtain(requestOf(), true, listener());
    expect(did.asked).toHaveLength(13);
  });

  it('are refused where nobody may be asked, naming them; a variable that is set allows nothing', async () => {
    const { consent, did } = consentOver({ answer: () => 'allow' });
    await expect(consent.obtain(requestOf(), false, listener())).rejects.toMatchObject({
      code: 'consent_needed',
      details: ['FROM_ENVIRONMENT', 'FROM_LOCK', 'FROM_VAULT'],
    });
    expect(did.asked).toEqual([]);
    expect(did.read).toEqual([]);
  });

  it('are handed out without a question where the operator said so with the start', async () => {
    const { consent, did } = consentOver({});
    const request = requestOf({ given: given({ verdicts: { FROM_LOCK: 'deny' }, allowAll: true }) });
    const grant = await consent.obtain(request, false, listener());
    expect(Object.keys(grant.values)).toEqual(['FROM_VAULT']);
    expect(did.recorded.filter(({ kind }) => kind === 'key.denied').map(({ actor }) => actor)).toEqual([
      operator,
    ]);
  });

  it('of a closed vault are no questions: it is said that it is closed', async () => {
    const says = 'The keyring is locked. Unlock it.';
    const vault = { state: 'locked', says, keys: [vaultKey('FROM_VAULT', { is: 'unknown' })] } as const;
    const { consent, did } = consentOver({
      vault: { ...vault, keys: [...vault.keys] },
      answer: () => 'allow',
    });
    await expect(consent.obtain(requestOf(), true, listener())).rejects.toMatchObject({
      code: 'keyring_locked',
    });
    expect(did.asked).toEqual([]);
  });

  it('that are waited for are withdrawn together', async () => {
    const asks = Promise.withResolvers<undefined>();
    const { consent, did } = consentOver({
      answer: () => {
        asks.resolve(undefined);
        return new Promise(() => undefined);
      },
    });
    const listen = listener();
    const obtaining = consent.obtain(requestOf(), true, listen);
    await asks.promise;
    listen.abort();
    void obtaining.catch(() => undefined);
    expect(did.asked).toHaveLength(3);
    expect(did.read).toEqual([]);
  });
});

describe('a lock that nobody accepted as it is', () => {
  const lock = lockOf({ standing: 'changed' });

  it('is asked about first; no key is asked for before', async () => {
    const { consent, did } = consentOver({
      lock,
      answer: ({ subject }) => (subject.form === 'lock' ? 'deny' : 'allow'),
    });
    await expect(consent.obtain(requestOf(), true, listener())).rejects.toMatchObject({
      code: 'consent_denied',
    });
    expect(did.asked.map(({ subject }) => subject.form)).toEqual(['lock']);
    expect(did.recorded.map(({ kind }) => kind)).toEqual(['lock.opened', 'lock.refused']);
    expect(did.accepted).toEqual([]);
  });

  it('is accepted by the digest that was looked at, and by no other', async () => {
    const { consent, did } = consentOver({ lock });
    const other = given({ allowAll: true, accept: 'e'.repeat(64) });
    await expect(consent.obtain(requestOf({ given: other }), false, listener())).rejects.toMatchObject({
      code: 'changed',
    });
    const same = given({ allowAll: true, accept: lock.digest });
    await consent.obtain(requestOf({ given: same }), false, listener());
    expect(did.accepted).toEqual([lock.digest]);
  });

  it('that is replaced while a person reads is not accepted', async () => {
    const { consent, did, state } = consentOver({
      lock,
      answer: () => {
        state.lock = lockOf({ standing: 'changed', substance: 's9' });
        return 'allow';
      },
    });
    await expect(consent.obtain(requestOf(), true, listener())).rejects.toMatchObject({ code: 'changed' });
    expect(did.accepted).toEqual([]);
  });

  it('gives nothing where nobody may be asked', async () => {
    const { consent } = consentOver({ lock });
    await expect(
      consent.obtain(requestOf({ given: given({ allowAll: true }) }), false, listener()),
    ).rejects.toMatchObject({ code: 'consent_needed' });
  });
});

describe('a plan', () => {
  it('says where each key is, and why one is nowhere', async () => {
    const { consent, did } = consentOver({});
    const plan = await consent.plan(requestOf());
    expect(plan.keys.map(({ name, source }) => [name, source])).toEqual([
      ['FROM_ENVIRONMENT', 'environment'],
      ['FROM_LOCK', 'lock'],
      ['FROM_VAULT', 'vault'],
      ['NOWHERE', null],
    ]);
    expect(plan.keys[3]?.problem).toContain('backbone key add NOWHERE');
    expect(plan.lock?.personality).toEqual(['system_prompt', 'tone']);
    expect(JSON.stringify(plan)).not.toContain('held-value');
    expect(did.recorded).toEqual([]);
  });
});
