package embed

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nkeys"
)

// Authority says who may call a bus.
type Authority struct {
	operator, account, system nkeys.KeyPair
}

// NewAuthority is the authority that follows from a seed.
func NewAuthority(seed []byte) (*Authority, error) {
	a := &Authority{}
	for _, k := range []struct {
		to   *nkeys.KeyPair
		kind nkeys.PrefixByte
		name string
	}{{&a.operator, nkeys.PrefixByteOperator, "operator"}, {&a.account, nkeys.PrefixByteAccount, "account"}, {&a.system, nkeys.PrefixByteAccount, "system"}} {
		h := hmac.New(sha256.New, seed)
		h.Write([]byte("reeve bus " + k.name))
		text, err := nkeys.EncodeSeed(k.kind, h.Sum(nil))
		if err == nil {
			*k.to, err = nkeys.FromSeed(text)
		}
		if err != nil {
			return nil, fmt.Errorf("embed: authority: %w", err)
		}
	}
	return a, nil
}

// Rights say what who has a pass may do.
type Rights struct {
	Say, Hear []string // subjects
	Answer    bool     // what he is asked
}

// Pass is what lets a key in, with these rights. It has no end: a board's clock may be wrong
// by years.
func (a *Authority) Pass(key ed25519.PublicKey, name string, r Rights) (string, error) {
	user, err := nkeys.Encode(nkeys.PrefixByteUser, key)
	if err != nil {
		return "", fmt.Errorf("embed: pass: %w", err)
	}
	c := jwt.NewUserClaims(string(user))
	c.Name = name
	c.Pub.Allow, c.Sub.Allow = r.Say, r.Hear
	if r.Answer {
		c.Resp = &jwt.ResponsePermission{MaxMsgs: 1, Expires: 60e9}
	}
	c.AllowedConnectionTypes = jwt.StringList{jwt.ConnectionTypeStandard, jwt.ConnectionTypeWebsocket, jwt.ConnectionTypeInProcess}
	return c.Encode(a.account)
}

// claims are what servers have to know: the operator, the accounts, and which account is
// the system's.
func (a *Authority) claims(banned []ed25519.PublicKey) (operator *jwt.OperatorClaims, accounts map[string]string, err error) {
	op, _ := a.operator.PublicKey()
	account, _ := a.account.PublicKey()
	system, _ := a.system.PublicKey()
	operator = jwt.NewOperatorClaims(op)
	operator.Name, operator.SystemAccount = "reeve", system
	accounts = map[string]string{}
	for name, public := range map[string]string{"boards": account, "system": system} {
		c := jwt.NewAccountClaims(public)
		c.Name = name
		if public == account {
			for _, key := range banned {
				user, err := nkeys.Encode(nkeys.PrefixByteUser, key)
				if err != nil {
					return nil, nil, fmt.Errorf("embed: ban: %w", err)
				}
				c.Revoke(string(user))
			}
		}
		if accounts[public], err = c.Encode(a.operator); err != nil {
			return nil, nil, fmt.Errorf("embed: account: %w", err)
		}
	}
	if _, err := operator.Encode(a.operator); err != nil {
		return nil, nil, fmt.Errorf("embed: operator: %w", err)
	}
	return operator, accounts, nil
}
