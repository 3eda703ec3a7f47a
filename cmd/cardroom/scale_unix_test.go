//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
)

// TestScaleExamples checks that the scripts of examples/scale make parts that can be merged. It starts each task as its engine
// does, with the task number in the environment.
func TestScaleExamples(t *testing.T) {
	folder, err := filepath.Abs("../../examples/scale")
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := os.ReadFile(filepath.Join(folder, "kubernetes.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	command := regexp.MustCompile(`command: \[/bin/sh, -c, '(.*)'\]`).FindSubmatch(manifest)
	if command == nil {
		t.Fatal("the manifest has no command")
	}
	pod := regexp.MustCompile(`/job\.sh`).ReplaceAllString(string(command[1]), folder+"/job.sh")
	t.Chdir(t.TempDir())
	const job = "run mixed/nt --hands 3000 --seed 7 --json"
	whole, _ := obey(t, app.Fine, job)
	for name, start := range map[string]func(i int) *exec.Cmd{
		"slurm": func(i int) *exec.Cmd {
			c := exec.Command("sh", filepath.Join(folder, "slurm.sh"))
			c.Env = append(os.Environ(), "SLURM_SUBMIT_DIR="+folder, "SLURM_ARRAY_TASK_ID="+strconv.Itoa(i+1))
			return c
		},
		"kubernetes": func(i int) *exec.Cmd {
			c := exec.Command("sh", "-c", pod)
			c.Env = append(os.Environ(), "JOB_COMPLETION_INDEX="+strconv.Itoa(i))
			return c
		},
	} {
		for i := range 4 {
			c := start(i)
			c.Env = append(c.Env, "SHARDS=4", "HANDS=3000", "SEED=7", "PARTS="+name)
			if out, err := c.CombinedOutput(); err != nil {
				t.Fatalf("%s, task %d: %v\n%s", name, i+1, err, out)
			}
		}
		if merged, _ := obey(t, app.Fine, "merge "+name+" --json"); untimed(merged) != untimed(whole) {
			t.Errorf("%s:\n%s\nwant\n%s", name, merged, whole)
		}
	}
	parallel, err := exec.LookPath("parallel")
	if err != nil {
		t.Log("GNU parallel is not installed: its line is not run")
		return
	}
	c := exec.Command("sh", "-c", `seq "$SHARDS" | "`+parallel+`" --joblog log --resume-failed sh "`+folder+`/job.sh"`)
	c.Env = append(os.Environ(), "SHARDS=4", "HANDS=3000", "SEED=7", "PARTS=parallel", "HOME="+t.TempDir())
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if merged, _ := obey(t, app.Fine, "merge parallel --json"); untimed(merged) != untimed(whole) {
		t.Errorf("%s", merged)
	}
}
