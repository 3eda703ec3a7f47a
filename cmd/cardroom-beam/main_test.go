package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"
)

const (
	address = "localhost:18073"
	command = "run mixed/nt --hands 2000000 --seed 7"
)

// TestMain begins again in a network of its own: Beam's local engine listens on all interfaces and obeys everybody.
func TestMain(m *testing.M) {
	if os.Getenv("ALONE") == "" {
		again := exec.Command(os.Args[0], os.Args[1:]...)
		again.Env = append(os.Environ(), "ALONE=1")
		again.Stdout, again.Stderr = os.Stdout, os.Stderr
		again.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
		if err := again.Start(); err != nil {
			fmt.Println("skipped: a network of its own needs root:", err)
			return
		}
		if again.Wait() != nil {
			os.Exit(1)
		}
		return
	}
	if out, err := exec.Command("ip", "link", "set", "lo", "up").CombinedOutput(); err != nil {
		fmt.Printf("skipped: ip link set lo up: %v %s\n", err, out)
		return
	}
	os.Exit(m.Run())
}

// programs builds cardroom, the pipeline with cardroom in it, and the engine; starts the engine.
func programs(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	build := func(name, from string, more ...string) {
		c := exec.Command("go", append(append([]string{"build", "-o", filepath.Join(dir, name)}, more...), from)...)
		if strings.HasPrefix(from, "./cmd/") {
			c.Dir = "../.."
		}
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
	}
	build("cardroom", "./cmd/cardroom")
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(here, "program/cardroom"): filepath.Join(dir, "cardroom")}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay"), overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	build("pipeline", ".", "-overlay", filepath.Join(dir, "overlay"))
	build("prism", "github.com/apache/beam/sdks/v2/go/cmd/prism")
	build("boot", "github.com/apache/beam/sdks/v2/go/container")
	// The local engine puts quotes around the name of a worker, which nothing takes away but a shell.
	worker := "#!/bin/sh\nid=$(echo \"$1\" | tr -d \"'\")\nexec " + dir + "/boot \"$id\" \"$2\" --semi_persist_dir=" + dir + "/staged\n"
	if err := os.WriteFile(filepath.Join(dir, "worker"), []byte(worker), 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

// engine starts Beam's local engine.
func engine(t *testing.T, dir string) {
	t.Helper()
	_, port, _ := strings.Cut(address, ":")
	c := exec.Command(filepath.Join(dir, "prism"), "-job_port", port, "-serve_http=false")
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL); _ = c.Wait() })
	time.Sleep(2 * time.Second)
}

// submit runs the pipeline and returns what it wrote.
func submit(dir, kind string, more ...string) (string, error) {
	result := filepath.Join(dir, "result.json")
	_ = os.Remove(result)
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	words := append([]string{"--shards", "16", "--result", result, "--runner", "universal", "--endpoint", address, "--environment_type", kind}, more...)
	c := exec.CommandContext(ctx, filepath.Join(dir, "pipeline"), append(append(words, "--"), strings.Fields(command)...)...)
	if out, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	text, err := os.ReadFile(result)
	return string(text), err
}

// single is what one run prints, without its times and workers.
func single(t *testing.T, dir string) any {
	t.Helper()
	out, err := exec.Command(filepath.Join(dir, "cardroom"), append(strings.Fields(command), "--json", "--quiet")...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return timeless(t, string(out))
}

func timeless(t *testing.T, text string) map[string]any {
	t.Helper()
	var got map[string]any
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	for _, name := range []string{"elapsed_s", "hands_per_s", "workers"} {
		delete(got, name)
	}
	return got
}

// On the local engine the pipeline has the same result as one run, with the worker in the submitting process and in a
// process of its own. When the worker is killed, the local engine fails the job or hangs: it does not try again, and
// nothing is reported as done. When the job is submitted again, the result is the same.
func TestLocalEngine(t *testing.T) {
	dir := programs(t)
	want := single(t, dir)
	process := "--environment_config=" + fmt.Sprintf(`{"command": %q}`, filepath.Join(dir, "worker"))
	equal := func(kind string, more ...string) {
		t.Helper()
		text, err := submit(dir, kind, more...)
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		if got := timeless(t, text); !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: %v, one run %v", kind, got, want)
		}
	}
	t.Run("loopback", func(t *testing.T) {
		engine(t, dir)
		equal("LOOPBACK")
	})
	t.Run("killed", func(t *testing.T) {
		engine(t, dir)
		killed := make(chan bool, 1)
		go func() {
			for range 600 {
				time.Sleep(50 * time.Millisecond)
				if exec.Command("pgrep", "-f", "cardroom run .*--shard [2-9]/16").Run() == nil {
					killed <- exec.Command("pkill", "-KILL", "-f", "worker=true.*semi_persist_dir="+dir).Run() == nil
					return
				}
			}
			killed <- false
		}()
		text, err := submit(dir, "PROCESS", process)
		if !<-killed {
			t.Fatal("no worker was seen to be killed")
		}
		if err == nil {
			t.Fatalf("the worker was killed, and the job is reported as done: %s", text)
		}
		t.Log(err)
	})
	t.Run("again", func(t *testing.T) {
		engine(t, dir)
		equal("PROCESS", process)
	})
}
